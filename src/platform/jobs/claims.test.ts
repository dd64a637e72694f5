import { expect, test } from 'vitest'
import { workOnClaims } from './claims.ts'

const NOW = new Date('2026-11-15T09:30:00.000Z')
const job = { clock: () => NOW, signal: new AbortController().signal }

test('workOnClaims claims for 45 seconds and works until no row is due', async () => {
  const due = [1, 2, 3, 4, 5]
  const worked: number[] = []
  await workOnClaims(job, {
    lanes: 2,
    claim: async (now, until) => {
      expect([now, until.getTime() - now.getTime()]).toEqual([NOW, 45_000])
      return due.splice(0, 2)
    },
    work: async (rows) => void worked.push(...rows),
  })
  expect(worked.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
})

test('workOnClaims waits for the other lanes when one fails, and they claim nothing more', async () => {
  const due = ['fails', 'slow', 'left']
  const worked: string[] = []
  const failing = workOnClaims(job, {
    lanes: 2,
    claim: async () => due.splice(0, 1),
    work: async ([row = '']) => {
      if (row === 'fails') throw new Error('no database')
      await new Promise((resolve) => setTimeout(resolve, 20))
      worked.push(row)
    },
  })
  await expect(failing).rejects.toThrow('no database')
  expect({ worked, due }).toEqual({ worked: ['slow'], due: ['left'] })
})

test('workOnClaims claims nothing after the job is stopped', async () => {
  const stop = new AbortController()
  const due = [1, 2]
  await workOnClaims(
    { ...job, signal: stop.signal },
    { lanes: 1, claim: async () => due.splice(0, 1), work: async () => stop.abort() },
  )
  expect(due).toEqual([2])
})

test('workOnClaims claims in a free lane what becomes due while another lane works for long', async () => {
  const due = ['long']
  const worked: string[] = []
  await workOnClaims(job, {
    lanes: 2,
    claim: async () => due.splice(0, 1),
    work: async ([row = '']) => {
      if (row === 'long') {
        due.push('later')
        while (!worked.includes('later')) await new Promise((resolve) => setTimeout(resolve, 10))
      }
      worked.push(row)
    },
  })
  expect(worked).toEqual(['later', 'long'])
})
