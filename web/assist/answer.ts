import { createSignal, onMount } from 'solid-js'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'

/**
 * Returns what a model answers, or why it did not, and a function that asks again. While the model reads, there is neither. An answer to
 * an earlier question is dropped.
 */
export function modelAnswer<Answer>(ask: () => Promise<Answer>) {
  const [answer, setAnswer] = createSignal<Answer>()
  const [failure, setFailure] = createSignal<string>()
  let newest = 0
  async function start(): Promise<void> {
    const number = (newest += 1)
    setAnswer(undefined)
    setFailure(undefined)
    try {
      const next = await ask()
      if (number === newest) setAnswer(() => next)
    } catch (error) {
      if (number === newest) setFailure(error instanceof Refusal ? error.message : words.unreachable)
    }
  }
  onMount(() => void start())
  return { answer, failure, start }
}
