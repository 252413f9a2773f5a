import { expect, test } from 'vitest'
import { bsonDocuments, readBson } from '../../../conversion/bson.ts'
import { Failure } from '../../../conversion/failure.ts'
import { bson } from '../../support/exports/bson'
import { SAMPLES } from '../../support/exports/samples'
import { converted, exportFolder, type Files } from './exports'

// Each field of each row is removed, emptied and mistyped, one at a time. Only the message whose field it is may be lost.

const BROKEN = [undefined, null, 7, '', 'x', [], {}, [null, 5, 'x', {}]]

/** Lists that hold a message's additions, and people: a gap in them loses no message. */
const LISTS =
  /\.(?:reactions|attachments|files|mentions|embeds|stickers|members|usernames|uids|users|roles|__rooms|emails|teams|channel_members)\b/

const hasFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array)

/** The content of a file as values, and the function that writes it. */
async function opened(name: string, content: unknown): Promise<{ value: unknown; write: (value: unknown) => unknown }> {
  if (name.endsWith('.bson') && content instanceof Uint8Array) {
    const value: unknown[] = []
    for await (const bytes of bsonDocuments([content])) value.push(readBson(bytes))
    return { value, write: (rows) => Buffer.concat((rows as Record<string, unknown>[]).map(bson)) }
  }
  if (!name.endsWith('.jsonl')) return { value: content, write: (value) => value }
  const value = String(content)
    .split('\n')
    .map((line): unknown => JSON.parse(line))
  return { value, write: (rows) => (rows as unknown[]).map((row) => JSON.stringify(row)).join('\n') }
}

/** The paths of all fields of rows. Rows themselves, and whole tables, are not fields. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (!hasFields(value)) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const own = [...path, name]
    return [...(/^(?:\d+|messages|zerver_.*)$/.test(name) ? [] : [own]), ...pathsIn(field, own)]
  })
}

/** Returns a copy with another value at a path. The order of fields stays: some programs are known by it. */
function changed(value: unknown, [name, ...rest]: readonly string[], replacement: unknown): unknown {
  if (name === undefined) return replacement
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? changed(item, rest, replacement) : item))
  if (!hasFields(value)) return value
  const fields = Object.entries(value).map(([key, own]): [string, unknown] => [
    key,
    key === name ? changed(own, rest, replacement) : own,
  ])
  return Object.fromEntries(fields.filter(([key, own]) => key !== name || own !== undefined))
}

const isOfMessages = (name: string, path: readonly string[]) =>
  /\/\d{4}-\d\d-\d\d\.json$|message/.test(name) ||
  ['messages', 'post', 'direct_post'].some((part) => path.includes(part))

/** The fields of all files, as what changes one of them. */
async function fieldsOf(sample: Files) {
  const found: { name: string; path: readonly string[]; with: (replacement: unknown) => Files }[] = []
  for (const [name, content] of Object.entries(sample)) {
    const { value, write } = await opened(name, content)
    for (const path of pathsIn(value))
      found.push({
        name,
        path,
        with: (replacement) => ({ ...sample, [name]: write(changed(value, path, replacement)) }),
      })
  }
  return found
}

const MOST = 100

test.for(SAMPLES)('a field without its value loses no other message: %s', async ([kind, make]) => {
  const fields = await fieldsOf(make())
  const all = (await converted(exportFolder(make()))).rows('messages').length
  // A post of Mattermost contains its replies.
  const withReplies = kind === 'Mattermost' ? 2 : 1
  const step = Math.ceil(fields.length / MOST)
  const wrong: string[] = []
  for (const [turn, field] of fields.filter((_, index) => index % step === 0).entries()) {
    const replacement = BROKEN[turn % BROKEN.length]
    const path = `${field.name}.${field.path.join('.')}`
    const at = `${path} = ${JSON.stringify(replacement)}`
    const outcome = await converted(exportFolder(field.with(replacement))).catch((error: unknown) => error)
    if (outcome instanceof Failure && !LISTS.test(path)) continue
    if (outcome instanceof Error) {
      wrong.push(`${at}: ${outcome.stack}`)
      continue
    }
    const { rows } = outcome as Awaited<ReturnType<typeof converted>>
    const isInList = LISTS.test(`.${field.path.slice(0, -1).join('.')}.`)
    const least = isInList ? all : isOfMessages(field.name, field.path) ? all - withReplies : 0
    if (rows('messages').length < least) wrong.push(`${at}: ${rows('messages').length} of ${all} messages`)
    const names = rows('tables/users').map(({ full_name }) => String(full_name))
    const unnamed = names.filter((name) => /undefined|null|NaN|object/.test(name))
    if (unnamed.length > 0) wrong.push(`${at}: ${unnamed.join()}`)
  }
  expect(wrong).toEqual([])
})
