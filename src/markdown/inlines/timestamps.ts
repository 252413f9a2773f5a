import { type Element, type Node, inline } from '../html/tree'
import type { Rung } from './inline-construct'
import { instantOf } from './iso-timestamps'
import { hold, plain, unfolded } from './node-tokens'

/** `<time:2017-06-05 22:30>`, which clients show in the reader's own time zone. */
export const times: Rung = (text, { held }) => {
  if (!text.includes('<time:')) return text
  // Up to the last `>`, everything that starts so also ends: the pattern never looks for an end that is not there.
  const end = text.lastIndexOf('>') + 1
  return (
    text
      .slice(0, end)
      .replace(TIME, (_, words: string) => hold(held, timeElement(plain(words, held), unfolded(words, held)))) +
    text.slice(end)
  )
}

const TIME = /<time:([^>]*)>/g

function timeElement(words: string, shown: Node[]): Element {
  const datetime = instantOf(words)
  if (datetime !== undefined) return inline('time', { datetime }, shown)
  return inline('span', { class: 'timestamp-error' }, ['Invalid time format: ', ...shown])
}
