import { isComposing } from '../keys/composing'
import type { Candidate } from './candidates'

type List = {
  options: () => Candidate[]
  chosen: () => number
  setChosen: (at: number) => void
  accept: (candidate: Candidate | undefined, text?: string) => void
  close: () => void
}

/** Moves in the list of candidates, or chooses one. Returns whether the key was for the list. */
export function completionKey(event: KeyboardEvent, { options, chosen, setChosen, accept, close }: List): boolean {
  const { length } = options()
  const { key } = event
  if (length === 0 || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) return false
  const candidate = options()[chosen()]
  if (key === 'ArrowDown') setChosen((chosen() + 1) % length)
  else if (key === 'ArrowUp') setChosen((chosen() + length - 1) % length)
  else if (key === 'Enter' || (key === 'Tab' && !event.shiftKey)) accept(candidate)
  else if (key === 'Escape') close()
  else if (key === '>' && candidate?.beginTopic !== undefined) accept(candidate, candidate.beginTopic)
  else return false
  event.preventDefault()
  return true
}
