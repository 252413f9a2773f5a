import { listKeptFiles, openKeptFiles, type KeptFile } from '../cache/kept-files'
import type { AskKept } from './ask-kept'

export type KeptUsage = {
  messages: number
  oldest: number | undefined
  isWhole: boolean
  isFull: boolean
  bytes: number
  files: readonly KeptFile[]
}

/** Returns what this browser keeps, and how much room all of it takes. Undefined if it keeps nothing. */
export async function keptUsage(ask: AskKept): Promise<KeptUsage | undefined> {
  const { core } = await ask({ core: true })
  if (core === undefined || core.messages === 0) return undefined
  const { messages, oldest, from, isFull = false } = core
  const { usage = 0 } = (await navigator.storage?.estimate?.()) ?? {}
  const cache = await openKeptFiles()
  const files = cache === undefined ? [] : await listKeptFiles(cache)
  return { files, messages, oldest, isWhole: from === 0, isFull, bytes: usage }
}
