import type { AnyEventKind } from '../../events/event'
import type { ClientOption, Reference } from './reference'

/** Returns the recipients of an event in words, one sentence for each kind of audience. */
export function recipientsInWords(kind: AnyEventKind, { audiences }: Pick<Reference, 'audiences'>): string[] {
  return Object.entries(kind.recipients).map(([name, words]) =>
    words === true ? (audiences.get(name)?.description ?? name) : sentence(words),
  )
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** Returns the client options on which an event depends: its own, and those of its audiences. */
export function optionsOf(
  kind: AnyEventKind,
  { audiences, clientOptions }: Pick<Reference, 'audiences' | 'clientOptions'>,
): [name: string, option: ClientOption][] {
  const names = [
    ...(kind.dependsOn ?? []),
    ...Object.keys(kind.recipients).flatMap((name) => audiences.get(name)?.dependsOn ?? []),
  ]
  return [...new Set(names)].flatMap((name) => {
    const option = clientOptions[name]
    return option ? [[name, option]] : []
  })
}

/** Returns the parts of the state from `POST /register` that a client updates with an event, and their fields. */
export function statesOf(
  { updates = [] }: AnyEventKind,
  { slices }: Pick<Reference, 'slices'>,
): { type: string; fields: string[] }[] {
  return [updates].flat().map((type) => ({
    type,
    fields: slices.filter(({ fetchedFor }) => fetchedFor.includes(type)).flatMap(({ fields }) => Object.keys(fields)),
  }))
}
