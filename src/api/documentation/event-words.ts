import type { AnyEventKind } from '../../events/event'
import type { ClientOption, Reference } from './reference'

/** Who receives an event, in words. */
export function recipientsInWords(kind: AnyEventKind, { audiences }: Pick<Reference, 'audiences'>): string[] {
  return Object.entries(kind.recipients).map(([name, words]) =>
    words === true ? (audiences.get(name)?.description ?? name) : sentence(words),
  )
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** The client options that an event depends on: its own, and those of the audiences it is published to. */
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

/** The parts of POST /register that a client keeps true with an event, and their fields. */
export function statesOf(
  { keeps = [] }: AnyEventKind,
  { slices }: Pick<Reference, 'slices'>,
): { type: string; fields: string[] }[] {
  return [keeps].flat().map((type) => ({
    type,
    fields: slices.filter(({ fetchedFor }) => fetchedFor.includes(type)).flatMap(({ fields }) => Object.keys(fields)),
  }))
}
