import { expect, test } from 'vitest'
import { audienceKinds, eventKinds } from '../../src/catalogue'

/** Audiences and kinds of events for which the realm tests each queue that may receive the event, and why. */
const NOT_REPEATED: Record<string, string> = {
  clients_without_archived_channel: 'a channel is rarely restored',
  'subscription/add': 'it is for named users, or for the audience above',
}

test('the realm keeps lists of recipients for all events that go to more than some named users', () => {
  const audiences = [...audienceKinds.values()].filter((kind) => !('repeats' in kind)).map(({ name }) => name)
  const kinds = [...eventKinds].filter(
    ([, kind]) =>
      Object.keys(kind.recipients).some((audience) => audience !== 'users') &&
      ['accepts', 'variant', 'personal'].some((name) => name in kind) &&
      !('repeats' in kind),
  )
  expect([...audiences, ...kinds.map(([name]) => name)].sort()).toEqual(Object.keys(NOT_REPEATED).sort())
})
