import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../src/api/errors'
import { unsupportedEvent } from '../../src/integrations/errors'
import { randomBelow } from '../support/random-numbers'
import { answering, editable, RECORDED_SERVICES, recordedOf, type Answer } from '../support/recorded-deliveries'

type Path = readonly string[]
type Change = { kind: string; of: (value: unknown) => unknown }

/** What services do to fields: another version omits a field, a deletion empties it, and a template writes another type. */
const CHANGES: readonly Change[] = [
  { kind: 'removed', of: () => undefined },
  { kind: 'null', of: () => null },
  { kind: 'empty', of: emptied },
  { kind: 'of another type', of: mistyped },
]

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return typeof value === 'object' && value !== null ? {} : ''
}

function mistyped(value: unknown): unknown {
  return typeof value === 'string' ? { surprise: 1 } : 'surprise'
}

/** Returns another value of the same type. A text that stays the same does not need the value. */
function replaced(value: unknown): unknown {
  if (typeof value === 'string') return isAddress(value) ? 'https://other.example/else' : 'something else'
  if (typeof value === 'number') return value + 1
  return typeof value === 'boolean' ? !value : value
}

const isAddress = (value: unknown): boolean => typeof value === 'string' && /^https?:\/\/\S+$/.test(value)

const MAX_ITEMS = 3
/** Returns the paths of all fields. Of a list, the first items stand for the others. */
const pathsIn = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .slice(0, Array.isArray(value) ? MAX_ITEMS : undefined)
        .flatMap(([name, inner]) => [[...path, name], ...pathsIn(inner, [...path, name])])
    : []

/** Returns a copy of a value with another value at a path. */
function changed(value: unknown, [name, ...rest]: Path, of: Change['of']): unknown {
  if (name === undefined) return of(value)
  if (Array.isArray(value)) return value.map((item, at) => (String(at) === name ? changed(item, rest, of) : item))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [name]: changed(Reflect.get(value, name), rest, of) }
}

const textOf = (answer: Answer): string => JSON.stringify('texts' in answer ? answer.texts : answer.refusal)

const topicsOf = (answer: Answer): string =>
  'texts' in answer ? answer.texts.map(({ topic }) => topic).join('\n') : textOf(answer)

/** What a text says in place of a value that it does not have, and links that lead nowhere. */
const FLAW =
  /undefined|\[object|NaN|Invalid Date|[\u{f0005}\u{f0100}-\u{f01ff}]|\]\((?!https?:|mailto:|surprise|github\.com\/)/u
const isFlawed = (answer: Answer) => 'texts' in answer && FLAW.test(textOf(answer))

/** The body is a form, a template that a person wrote, or a message of a program: the owner can mend it. */
const OWN_WORDS =
  /^(?:Missing '\w+' argument|Malformed JSON|Invalid payload|\w+ can't be empty|Unsupported block type: \w+)$/

/** Returns what is wrong with a refusal: the owner of the bot does not see what is missing. */
function faultIn({ refusal: { code, msg } }: { refusal: ApiError['refusal'] }): string | undefined {
  const isNamed = msg.includes(`needs the field '`) || OWN_WORDS.test(msg)
  return code === unsupportedEvent.code || isNamed ? undefined : msg
}

describe.each(RECORDED_SERVICES)('%s', (service) => {
  test('refuses no delivery because of a field that its text does not need', async () => {
    const faults = new Set<string>()
    for (const recorded of recordedOf(service)) {
      const { value, write } = editable(recorded.body) ?? {}
      if (write === undefined) continue
      const answer = await answering(recorded)
      const expected = answer(write(value))
      if ('refusal' in expected) continue
      for (const path of pathsIn(value))
        for (const { kind, of } of CHANGES) {
          const found = answer(write(changed(value, path, of)))
          const name = `${recorded.name}: ${path.join('.')} ${kind}`
          if ('texts' in found) {
            if (isFlawed(found) && !isFlawed(expected)) faults.add(`${name}: ${textOf(found)}`)
            continue
          }
          const fault = faultIn(found)
          if (fault !== undefined) faults.add(`${name} is refused: ${fault}`)
          // An event that the integration does not know is answered with success.
          else if (found.refusal.code !== unsupportedEvent.code && !isNeeded(path))
            faults.add(`${name} is refused, and the text does not need it`)
        }

      function isNeeded(path: Path): boolean {
        const inner = path.reduce<unknown>((from, name) => Reflect.get(Object(from), name), value)
        const isWhole = typeof inner === 'object' && inner !== null
        if (isWhole && pathsIn(inner).some((rest) => isNeeded([...path, ...rest]))) return true
        const other = changed(value, path, isWhole ? emptied : replaced)
        const found = answer(write!(other))
        // An address can be the topic, but no link needs its address.
        return isAddress(inner) ? topicsOf(found) !== topicsOf(expected) : textOf(found) !== textOf(expected)
      }
    }
    expect([...faults]).toEqual([])
  })
})

const PAIRS = 20_000

test(`${PAIRS} pairs of changed fields become messages without flaws, or refusals that name a field`, async () => {
  const below = randomBelow(30)
  const deliveries = await Promise.all(
    RECORDED_SERVICES.flatMap(recordedOf).map(async (recorded) => {
      const found = editable(recorded.body)
      const answer = await answering(recorded)
      return { recorded, answer, ...found, paths: pathsIn(found?.value) }
    }),
  )
  const faults = new Set<string>()
  for (let pair = 0; pair < PAIRS; pair++) {
    const { recorded, answer, value, write, paths } = deliveries[below(deliveries.length)]!
    if (write === undefined || paths.length === 0) continue
    const [first, second] = [paths[below(paths.length)]!, paths[below(paths.length)]!]
    const [one, two] = [CHANGES[below(CHANGES.length)]!, CHANGES[below(CHANGES.length)]!]
    const expected = answer(write(value))
    const found = answer(write(changed(changed(value, first, one.of), second, two.of)))
    const name = `${recorded.service} ${recorded.name}: ${first.join('.')} ${one.kind}, ${second.join('.')} ${two.kind}`
    if ('texts' in found) {
      if (isFlawed(found) && !isFlawed(expected)) faults.add(`${name}: ${textOf(found)}`)
    } else if ('texts' in expected) {
      const fault = faultIn(found)
      if (fault !== undefined) faults.add(`${name} is refused: ${fault}`)
    }
  }
  expect([...faults]).toEqual([])
})
