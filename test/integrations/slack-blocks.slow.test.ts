import { expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { readSlackMessage } from '../../src/domain/integrations/commands/read-answer'
import { leastMs, millisecondsOf } from '../support/cpu'

// A program chooses the whole body of a message, and the Worker reads it before anything else happens.

const BODY_BYTES = 100_000
const MAX_CPU_MILLISECONDS = 100
const ATTEMPTS = 3

/** Returns as many of these as a body can have. */
const many = (item: unknown): unknown[] =>
  Array.from({ length: Math.floor(BODY_BYTES / (JSON.stringify(item).length + 1)) }, () => item)

const NAMELESS = [1, {}, [], { type: 'x' }, { text: '*' }, { text: { text: '*' } }, { type: 'image', alt_text: '[' }]
const BUTTONS = [
  { type: 'button', url: 'a', text: { text: '[' } },
  { type: 'button', text: { text: 'a' } },
]

const WITH_MANY: Record<string, (items: unknown[]) => object> = {
  'blocks of an attachment': (blocks) => ({ attachments: [{ blocks }] }),
  attachments: (items) => ({ attachments: items.slice(0, 100) }),
  'fields of an attachment': (fields) => ({ attachments: [{ fields }] }),
  'actions of an attachment': (actions) => ({ attachments: [{ actions }] }),
  'elements of a context': (elements) => ({ blocks: [{ type: 'context', elements }] }),
  'elements of actions': (elements) => ({ blocks: [{ type: 'actions', elements }] }),
  'elements of a rich text': (elements) => ({ blocks: [{ type: 'rich_text', elements }] }),
  'texts of a rich text': (elements) => ({ blocks: [{ type: 'rich_text', elements: [{ elements }] }] }),
  'fields of a section': (fields) => ({ blocks: [{ type: 'section', fields }] }),
  'rows of a table': (rows) => ({ blocks: [{ type: 'table', rows }] }),
  'cells of a table': (cells) => ({ blocks: [{ type: 'table', rows: [cells] }] }),
  'options of a menu': (options) => ({ blocks: [{ type: 'actions', elements: [{ type: 'static_select', options }] }] }),
}

const read = (message: object) =>
  readSlackMessage(message, { now: 1, receivesPresses: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })

test.each(Object.entries(WITH_MANY))('a body of 100 kB takes at most a tenth of a second: %s', async (_, message) => {
  for (const item of [...NAMELESS, ...BUTTONS]) {
    const body = message(many(item))
    const time = await leastMs(() => millisecondsOf(() => read(body)), MAX_CPU_MILLISECONDS, ATTEMPTS)
    expect(time, JSON.stringify(item)).toBeLessThanOrEqual(MAX_CPU_MILLISECONDS)
  }
})
