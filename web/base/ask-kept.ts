import type { Client } from '../client/client'
import type { Answer, Lookup, Question } from '../replica-worker/messages'
import { newKeptWorker } from './kept-worker'

const IDLE_MILLISECONDS = 300_000

/** Looks up what this browser keeps. */
export type AskKept = (lookup: Lookup) => Promise<Answer>

/** Returns what asks a worker, which starts with the first question, and ends when there was none for some minutes. */
export function askKept({ environment, signal }: Pick<Client, 'environment' | 'signal'>): AskKept {
  let worker: Promise<Worker> | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let count = 0
  const waiting = new Map<number, (answer: Answer) => void>()

  function end() {
    clearTimeout(idle)
    void worker?.then((running) => running.terminate())
    worker = undefined
    for (const answer of waiting.values()) answer({})
    waiting.clear()
  }
  signal.addEventListener('abort', end)

  async function start() {
    const running = await newKeptWorker()
    running.addEventListener('message', ({ data: { nth, answer } }: MessageEvent<{ nth: number; answer: Answer }>) => {
      waiting.get(nth)?.(answer)
      waiting.delete(nth)
    })
    running.addEventListener('error', end)
    return running
  }

  return async (lookup) => {
    clearTimeout(idle)
    idle = setTimeout(end, IDLE_MILLISECONDS)
    worker ??= start()
    const running = await worker
    const question: Question = { nth: count++, name: environment.name, lookup }
    return new Promise((resolve) => {
      waiting.set(question.nth, resolve)
      running.postMessage(question)
    })
  }
}
