import { emojiNamed } from './emoji.ts'

/** Where the list of custom emoji can be: the answer of `emoji.list`, or what programs write that download it. */
const LISTS = ['emoji.json', 'emojis/index.json', 'emoji/index.json', 'emojis.json']
const FOLDERS = ['emojis', 'emoji']
const PICTURES = ['png', 'gif', 'jpg', 'jpeg', 'webp']
const LIST_ADDRESS = 'https://slack.com/api/emoji.list'
const ALIAS = 'alias:'
const MAX_LIST_CHARACTERS = 16 * 2 ** 20

/** Adds the custom emoji of a workspace. Slack's own export has none: they are requested with a token, if there is one. */
export async function addSlackEmoji({ files, copy, download }) {
  const list = await copyOfList({ files, download })
  const entries = Object.entries(list).filter(([, address]) => typeof address === 'string')
  for (const [name, address] of entries.filter(([, target]) => !target.startsWith(ALIAS)))
    await copy.tryRow(name, () =>
      copy.addEmoji({
        name,
        extension: PICTURES.find((each) => address.toLowerCase().endsWith(`.${each}`)) ?? 'png',
        open: async () => pictureIn(files, name) ?? (await download?.(address)),
      }),
    )
  for (const [name, target] of entries.filter(([, address]) => address.startsWith(ALIAS))) {
    const named = target.slice(ALIAS.length)
    copy.nameEmoji(name, copy.emojiNamed(named) ?? emojiNamed(named))
  }
}

async function copyOfList({ files, download }) {
  const name = LISTS.find((each) => files.has(each))
  const stream = name === undefined ? await download?.(LIST_ADDRESS) : files.open(name)
  const answer = await jsonIn(stream ?? [])
  const list = answer?.emoji ?? answer
  return typeof list === 'object' && list !== null && !Array.isArray(list) && answer.ok !== false ? list : {}
}

async function jsonIn(stream) {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of stream)
      if ((text += decoder.decode(chunk, { stream: true })).length > MAX_LIST_CHARACTERS) return {}
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const pictureIn = (files, name) => {
  for (const folder of FOLDERS)
    for (const extension of PICTURES)
      if (files.has(`${folder}/${name}.${extension}`)) return files.open(`${folder}/${name}.${extension}`)
  return undefined
}
