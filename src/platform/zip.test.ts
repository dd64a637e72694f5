import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { streamZip, type ZipEntry } from './zip.ts'

const MIB = 1024 * 1024
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('streamZip retains neither the contents nor the shared buffers of entries that are written', async () => {
  const held = () => {
    collect()
    return process.memoryUsage().arrayBuffers
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    for (let i = 0; i < 3_000; i++)
      yield { name: `notes/${i}.md`, modified: new Date(0), content: Buffer.from(`${i} `.repeat(200)) }
  }
  const before = held()
  let [bytes, peak] = [0, before]
  for await (const chunk of streamZip(entries()) as AsyncIterable<Buffer>) {
    if (Math.floor((bytes + chunk.length) / 20_000) > Math.floor(bytes / 20_000)) peak = Math.max(peak, held())
    bytes += chunk.length
  }
  expect(bytes).toBeGreaterThan(200_000)
  expect(peak - before).toBeLessThan(8 * MIB)
})
