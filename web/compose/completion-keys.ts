import { isComposing } from '../keys/composing'
import { stepIn } from '../keys/step-in'
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
  const at = stepIn(length, chosen(), event)
  if (at !== undefined) setChosen(at)
  else if (key === 'Enter' || (key === 'Tab' && !event.shiftKey)) accept(candidate)
  else if (key === 'Escape') close()
  else if (key === '>' && candidate?.beginTopic !== undefined) accept(candidate, candidate.beginTopic)
  else return false
  event.preventDefault()
  return true
}
