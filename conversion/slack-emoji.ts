import type { Download } from './converted.ts'
import { emojiNamed } from './emoji.ts'
import type { Slack } from './slack-messages.ts'
import type { SourceFiles } from './source-files.ts'
import type { Chunks } from './storage.ts'

/** Where the list of custom emoji can be: the answer of `emoji.list`, or what programs write that download it. */
const LISTS = ['emoji.json', 'emojis/index.json', 'emoji/index.json', 'emojis.json']
const FOLDERS = ['emojis', 'emoji']
const PICTURES = ['png', 'gif', 'jpg', 'jpeg', 'webp']
const LIST_ADDRESS = 'https://slack.com/api/emoji.list'
const ALIAS = 'alias:'
const MAX_LIST_CHARACTERS = 16 * 2 ** 20

/** Adds the custom emoji of a workspace. Slack's own export has none: they are requested with a token, if there is one. */
export async function addSlackEmoji({ files, copy, download }: Slack) {
  const list = await copyOfList(files, download)
  const entries = Object.entries(list).flatMap(([name, address]) =>
    typeof address === 'string' ? [{ name, address }] : [],
  )
  for (const { name, address } of entries.filter((each) => !each.address.startsWith(ALIAS)))
    await copy.tryRow(name, () =>
      copy.emoji.add({
        name,
        extension: PICTURES.find((each) => address.toLowerCase().endsWith(`.${each}`)) ?? 'png',
        open: async () => pictureIn(files, name) ?? (await download?.(address)),
      }),
    )
  for (const { name, address } of entries.filter((each) => each.address.startsWith(ALIAS))) {
    const named = address.slice(ALIAS.length)
    copy.emoji.addName(name, copy.emoji.named(named) ?? emojiNamed(named))
  }
}

async function copyOfList(files: SourceFiles, download: Download | undefined): Promise<Record<string, unknown>> {
  const name = LISTS.find((each) => files.has(each))
  const stream = name === undefined ? await download?.(LIST_ADDRESS) : files.open(name)
  const answer = await jsonIn(stream ?? [])
  const list = answer.emoji ?? answer
  return isObject(list) && answer.ok !== false ? list : {}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the answer of `emoji.list`, or its list alone. */

async function jsonIn(stream: Chunks): Promise<Record<string, unknown>> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of stream)
      if ((text += decoder.decode(chunk, { stream: true })).length > MAX_LIST_CHARACTERS) return {}
    const answer: unknown = JSON.parse(text)
    return isObject(answer) ? answer : {}
  } catch {
    return {}
  }
}

const pictureIn = (files: SourceFiles, name: string) => {
  for (const folder of FOLDERS)
    for (const extension of PICTURES)
      if (files.has(`${folder}/${name}.${extension}`)) return files.open(`${folder}/${name}.${extension}`)
  return undefined
}
