import { createServer } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Repeated } from './repeating-server.ts'

const { head, chunk, times } = workerData as Repeated

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200)
  if (head) response.write(head)
  let left = times
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1
      if (!response.write(chunk)) return
    }
    response.end()
  }
  response.on('drain', write)
  write()
})
server.listen(0, '127.0.0.1', () => {
  const at = server.address()
  parentPort?.postMessage(typeof at === 'object' && at ? at.port : 0)
})
