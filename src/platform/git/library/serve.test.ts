import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { answerHook } from './serve.ts'

const reset = new Error('read ECONNRESET')

test('answerHook survives a git that is killed after it has asked', async () => {
  const socket = new PassThrough()
  const decision = Promise.withResolvers<{ isAccepted: boolean; lines: string[] }>()
  socket.write('quarantine\nend\n')
  const answered = answerHook(socket, () => decision.promise)
  await sleep(20)
  socket.destroy(reset)
  await sleep(20)
  decision.resolve({ isAccepted: true, lines: [] })
  await expect(answered).resolves.toBeUndefined()
})

test('answerHook decides nothing when git is killed while it asks', async () => {
  const socket = new PassThrough()
  socket.write('quarantine\n')
  const answered = answerHook(socket, () => Promise.reject(new Error('decided')))
  await sleep(20)
  socket.destroy(reset)
  await expect(answered).resolves.toBeUndefined()
})
