import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEntity } from '../src/outside/received/header-fields'
import { PictureProblem } from '../src/images/problem'
import { Pace } from '../src/images/pace'
import { ApiError } from '../src/api/errors'
import { exportedFunctions } from './support/declared-functions'
import { HOSTILE_TEXTS, HOSTILE_VALUES } from './support/hostile-repetitions'
import { slowTexts } from './support/slow-texts'
import { answering, editable, RECORDED_SERVICES, recordedOf, type Recorded } from './support/recorded-deliveries'

/** Files in which mail, webhooks, pages, pictures and texts of archives are read. */
const MODULES: Record<string, () => Promise<Record<string, unknown>>> = {
  ...import.meta.glob('../src/outside/received/**/*.ts'),
  ...import.meta.glob(
    '../src/outside/{address-rules,html-attributes,html-characters,purposes,retry-after,smtp-rules}.ts',
  ),
  ...import.meta.glob('../src/domain/integrations/received-mail/{content,proof,report}-rules.ts'),
  ...import.meta.glob('../src/domain/integrations/webhook-addresses/discord-message.ts'),
  ...import.meta.glob('../src/domain/integrations/language-model/{completion,prompt,transcript}-rules.ts'),
  ...import.meta.glob('../src/domain/integrations/gifs/search-rules.ts'),
  ...import.meta.glob('../src/integrations/{addresses,addresses/parts,fields,interpret}.ts'),
  ...import.meta.glob('../src/integrations/{controls,delivery,event-filter,missing-addresses,read-body,references}.ts'),
  ...import.meta.glob('../src/integrations/wording/*.ts'),
  ...import.meta.glob('../src/domain/writing/previews/page-facts.ts'),
  ...import.meta.glob('../src/domain/customization/pictures/metadata-rules.ts'),
  ...import.meta.glob([
    '../src/images/{bytes,picture,frames,gif,gif-drawings,identicon,png,png-pixels,webp-frame}.ts',
    '../src/images/jpeg/decode.ts',
  ]),
  ...import.meta.glob(
    '../conversion/{archive-limits,emails,emoji,failure,html-to-markdown,message-attachments,message-rows,names,outside-code,slack-blocks,slack-text,split-text,times,zip-names}.ts',
  ),
}

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const ENTITIES = [
  'content-type: text/plain; format=flowed\r\n',
  'content-type: text/html\r\ncontent-transfer-encoding: base64\r\n',
]
const entityOf = (text: string, at = 0) => readEntity(bytesOf(`subject: ${text}\r\n${ENTITIES[at]}\r\n${text}`))

/** Returns blocks that have the text eight times. */
const slackBlocks = (text: string) => [
  {
    type: text,
    elements: [
      { type: 'button', text: { text } },
      { type: `${text}_select`, placeholder: { text } },
    ],
  },
  { type: 'input', label: { text }, element: { type: `${text}_input` } },
  { type: 'section', text: { text }, accessory: { type: 'button', text: { text }, value: text } },
]

/** How a value of each type is made of a text. A new type of a parameter needs a line. */
const ARGUMENTS: Record<string, (text: string) => unknown> = {
  string: (text) => text,
  'string | number': (text) => text,
  'string | undefined': (text) => text,
  'string | null | undefined': (text) => text,
  Text: (text) => text,
  Key: (text) => text,
  Mentions: (text) => new Map([[text, { text }]]),
  'User | undefined': (text) => ({ user_id: 1, full_name: text }),
  Names: (text) => ({
    userOf: () => undefined,
    channelOf: () => ({ name: text }),
    groupOf: () => text,
    emojiOf: () => undefined,
    linked: () => undefined,
  }),
  'readonly string[]': (text) => [text],
  'readonly (string | number)[]': (text) => [text],
  number: () => 1,
  boolean: () => true,
  unknown: (text) => ({ type: 'section', text: { type: 'mrkdwn', text }, title: text, html: text }),
  'readonly unknown[]': (text) => slackBlocks(text.slice(0, text.length / 8)),
  'readonly ControlRow[]': (text) => [
    { block_id: text, label: text, is_field: true, controls: [{ type: 'button', action_id: text, text }] },
  ],
  '{ block_id: string; action_id: string }': (text) => ({ block_id: text, action_id: text }),
  Control: (text) => ({ type: 'datepicker', action_id: text }),
  ControlType: () => 'datepicker',
  'readonly ControlType[]': () => ['datepicker'],
  Uint8Array: bytesOf,
  Header: (text) => entityOf(text).header,
  'readonly HeaderField[]': (text) => entityOf(text).header,
  Entity: (text) => entityOf(text),
  RawBody: (text) => ({
    bytes: bytesOf(text),
    text,
    content_type: `multipart/form-data; boundary=${text.slice(0, 60)}`,
  }),
  Signature: (text) => ({ signedFields: [text, 'subject'], field: entityOf(text).header[0], isHeaderRelaxed: true }),
  EventFilter: (text) => ({ only_events: [text] }),
  ReferenceKind: () => 'user',
  Attachment: (text) => ({ text, title: text, fallback: text }),
  ChatMarkdown: () => ({ pieces: [], piece: () => undefined }),
  'number | string': (text) => text,
  '(reference: Reference) => string | undefined': () => () => undefined,
  Kept: () => ({ quotes: false, footer: false }),
  Size: () => ({ width: 10, height: 10 }),
  Target: () => ({ square: 10 }),
  Pace: () => new Pace(),
  Blocks: () => ({ left: 1000 }),
  AddressPolicy: () => ({ allows_private: false, own_hosts: ['chat.example.org'] }),
  'string | null': (text) => text,
  SmtpReply: (text) => ({ code: 250, lines: [text] }),
  Content: (text) => ({ sender: { from: text, from_name: text }, body: text, links: [text] }),
  '{ name: string; path_id: string }': (text) => ({ name: text, path_id: text }),
  MessageAttachment: (text) => ({
    pretext: text,
    title: text,
    title_link: text,
    fields: [{ title: text, value: text }],
  }),
  '(text: Text) => string': () => String,
  'ReadonlySet<number>': () => new Set([1, 2]),
  Question: (text) => ({ instruction: text, data: text }),
  'readonly ReadMessage[]': (text) => [{ id: 1, place: text, sender: text, sent_at: 1, content: text }],
  Bytes: bytesOf,
  DataView: (text) => new DataView(bytesOf(text).buffer),
  '...(string | number)[]': () => 'title',
  '...string[]': () => 'title',
  Sizes: () => ({}),
}

const BELOW = 'Services call it: their deliveries are tried below.'
/** Functions that this test does not call, and why. */
const NOT_READERS: Record<string, string> = {
  isSignedBy: 'It asks a DNS server. `alignedSignatures` and `signedText` read the email.',
  deliveryOf: 'It reads the headers of a request, of which the platform accepts few.',
  outsideCode: 'Its caller says what it changes.',
  lineOrder: '`decodeGif` calls it.',
  writeLine: '`decodeGif` calls it.',
  rowWriter: '`decodePng` calls it.',
  pushText: BELOW,
  itemText: BELOW,
  issueText: BELOW,
  commitCommentText: BELOW,
  releaseText: BELOW,
  propertyChangedText: BELOW,
  changedLines: BELOW,
  converted: BELOW,
  topicAndContent: BELOW,
  interpret: BELOW,
  one: BELOW,
  maybe: BELOW,
  many: BELOW,
  firstOf: BELOW,
  dictionary: BELOW,
  atMost: BELOW,
  base64Of: 'It writes a secret of the deployment.',
  addressOfTranscriptions: 'It reads a setting, which is short and an address.',
  transcriptionRequest: 'It writes the request. The other functions of its file read the answer.',
  platformSound: 'It writes the request, as the one before.',
  addressOfSearch: 'It writes the address of a request.',
  missingIn: BELOW,
  jsonOrField: 'It returns the reader of an address: the deliveries below use it.',
  discordMessage: 'It writes what `discordParts` read.',
  isSignedReport: 'It reads the headers of a request, of which the platform accepts few.',
  gifDrawings: '`shrinkAnimation` calls it: test/images/slices.slow.test.ts.',
}

const DECLARES = 'It declares what the deliveries below are read with.'
const OWN = 'It has a realm, rows of our own or a setting, and no text that others read first.'
const WRITES = 'It writes emails.'
const SIGNS = 'It signs what this server sends, with secrets of this server.'
const CODEC = '`decodePng`, `decodeJpeg` and `decodeGif` call it, or it writes pictures.'
const ROWS = 'It reads rows of archives, and their texts with the functions above.'
/** Files of the same folders that this test does not read, and why. */
const NOT_READ: Record<string, readonly string[]> = {
  [DECLARES]: [
    'src/integrations/integration',
    'src/integrations/missing-fields',
    'src/integrations/options',
    'src/integrations/services',
    'src/integrations/signatures',
  ],
  [OWN]: [
    'src/domain/customization/pictures/actions',
    'src/domain/customization/pictures/picture',
    'src/domain/customization/pictures/rules',
    'src/domain/customization/pictures/store-picture',
    'src/domain/integrations/received-mail/actions',
    'src/domain/integrations/received-mail/arrival-rules',
    'src/domain/integrations/received-mail/authors',
    'src/domain/integrations/received-mail/bounces',
    'src/domain/integrations/received-mail/storage',
    'src/domain/integrations/received-mail/store-files',
    'src/domain/integrations/webhook-addresses/actions',
    'src/domain/integrations/webhook-addresses/own-messages',
    'src/domain/integrations/webhook-addresses/rules',
    'src/domain/writing/previews/change-rendering',
    'src/outside/platform-models',
    'src/domain/writing/previews/links-of-message',
    'src/domain/writing/previews/rules',
    'src/domain/writing/previews/storage',
  ],
  'It asks for what the functions above read.': [
    'src/domain/integrations/received-mail/read-email',
    'src/domain/integrations/webhook-addresses/receive-form',
    'src/domain/writing/previews/fetch-preview',
    'src/outside/fetch-outside',
    'src/outside/fetch-text',
    'src/outside/read-limited',
    'src/outside/smtp',
  ],
  [WRITES]: ['src/outside/mime'],
  [SIGNS]: ['src/outside/standard-webhooks'],
  [CODEC]: [
    'src/images/animation',
    'src/images/bitmap',
    'src/images/codec',
    'src/images/effort',
    'src/images/encode-webp',
    'src/images/jpeg/bits',
    'src/images/jpeg/blocks',
    'src/images/jpeg/frame',
    'src/images/jpeg/markers',
    'src/images/jpeg/pixels',
    'src/images/jpeg/progressive-blocks',
    'src/images/jpeg/scan',
    'src/images/jpeg/zigzag',
    'src/images/limits',
    'src/images/pace',
    'src/images/platform',
    'src/images/png-rows',
    'src/images/queue',
    'src/images/shrink',
    'src/images/shrinker',
    'src/images/sizes',
    'src/images/webp-animation',
    'src/images/webp',
    'src/images/write-png',
  ],
  'test/archive-readers-linear-time.slow.test.ts reads archives with it.': [
    'conversion/bson',
    'conversion/json-items',
    'conversion/lines',
    'conversion/tar',
    'conversion/zip',
  ],
  [ROWS]: [
    'conversion/channel-rows',
    'conversion/convert',
    'conversion/discord',
    'conversion/file-store',
    'conversion/get-or-add',
    'conversion/import-copy',
    'conversion/mattermost',
    'conversion/objects-in',
    'conversion/parts',
    'conversion/persistently',
    'conversion/receipts',
    'conversion/recognize',
    'conversion/rocketchat',
    'conversion/slack-emoji',
    'conversion/slack-messages',
    'conversion/slack',
    'conversion/source-names',
    'conversion/teams',
    'conversion/user-rows',
    'conversion/zulip-messages',
    'conversion/zulip-organization',
    'conversion/zulip-profiles',
    'conversion/zulip',
  ],
}

/** The files of all folders in which something of others is read. The services have their deliveries. */
const FILES = Object.keys(
  import.meta.glob([
    '../src/outside/**/*.ts',
    '../src/integrations/**/*.ts',
    '!../src/integrations/{services,addresses}/*.ts',
    '../src/domain/integrations/{received-mail,webhook-addresses}/*.ts',
    '../src/domain/writing/previews/*.ts',
    '../src/domain/customization/pictures/*.ts',
    '../src/images/**/*.ts',
    '../conversion/*.ts',
  ]),
)

test('each file in which something of others is read is tried here, or says why not', () => {
  const named = (path: string) => path.replace('../', '').replace('.ts', '')
  const readers = FILES.filter((path) =>
    exportedFunctions(join(import.meta.dirname, path)).some(({ types }) => types.length > 0),
  )
  const listed = [...Object.keys(MODULES).map(named), ...Object.values(NOT_READ).flat()]
  expect(readers.map(named).filter((path) => !listed.includes(path))).toEqual([])
  expect(
    Object.values(NOT_READ)
      .flat()
      .filter((path) => !readers.map(named).includes(path)),
  ).toEqual([])
})

for (const [path, load] of Object.entries(MODULES)) {
  const functions = exportedFunctions(join(import.meta.dirname, path)).filter(({ name }) => !(name in NOT_READERS))
  if (functions.length === 0) continue
  describe(`the functions of ${path.replace('../', '')}`, async () => {
    const module = await load()
    test.each(functions)('$name', async ({ name, types }) => {
      const unknownTypes = types.filter((type) => !(type in ARGUMENTS))
      expect(unknownTypes, 'ARGUMENTS says how a value of each type is made').toEqual([])
      const read = module[name]
      if (typeof read !== 'function') throw new Error(`${name} is no function`)
      const readText = (text: string) => withoutRefusal(() => read(...types.map((type) => ARGUMENTS[type]?.(text))))
      expect(await slowTexts(readText, HOSTILE_TEXTS)).toEqual([])
    })
  })
}

/** A refusal is an answer. */
function withoutRefusal(read: () => unknown): unknown {
  try {
    const result = read()
    if (result instanceof Promise) return result.catch(() => undefined)
    return isIterator(result) ? [...result] : result
  } catch (error) {
    if (error instanceof ApiError || error instanceof PictureProblem || error instanceof RangeError) return error
    if (error instanceof Error && error.constructor !== TypeError) return error
    throw error
  }
}

const isIterator = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value

type Change = { path: string; change: (text: string) => string }

/** Returns the texts of a value, by their path without the places in lists, and a function that writes the value with another one. */
function textsIn({ body }: Recorded): Change[] {
  const { value, write } = editable(body) ?? {}
  if (write === undefined) return []
  const visit = (inner: unknown, path: string, put: (changed: unknown) => unknown): Change[] => {
    if (typeof inner === 'string') return [{ path, change: (text) => write(put(text)) }]
    if (Array.isArray(inner))
      return inner
        .slice(0, 1)
        .flatMap((item) => visit(item, `${path}[]`, (changed) => put([changed, ...inner.slice(1)])))
    if (typeof inner !== 'object' || inner === null) return []
    return Object.entries(inner).flatMap(([name, item]) =>
      visit(item, `${path}.${name}`, (changed) => put({ ...inner, [name]: changed })),
    )
  }
  return visit(value, '', (changed) => changed)
}

/** Whether the answer depends on a text. */
const isShown = (answer: (body: string) => unknown, change: (text: string) => string): boolean =>
  JSON.stringify(answer(change('one text'))) !== JSON.stringify(answer(change('another')))

describe('a delivery with any text in any field', () => {
  test.each(RECORDED_SERVICES)('of %s', async (service) => {
    const slow: string[] = []
    const tried = new Set<string>()
    for (const recorded of recordedOf(service)) {
      const answer = await answering(recorded)
      // Deliveries of the same kind of event have the same fields.
      const kind = `${recorded.query} ${JSON.stringify(recorded.headers ?? {})}`
      for (const { path, change } of textsIn(recorded)) {
        const key = `${kind} ${path}`
        if (tried.has(key)) continue
        tried.add(key)
        // Most fields are in no message, and differ in nothing that could take time.
        const texts = isShown(answer, change) ? HOSTILE_VALUES : HOSTILE_VALUES.slice(0, 1)
        for (const name of await slowTexts((text) => answer(change(text)), texts)) slow.push(`${path}: ${name}`)
      }
    }
    expect(slow).toEqual([])
  })
})
