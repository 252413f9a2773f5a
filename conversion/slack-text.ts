import type { User, Text } from './converted.ts'
import { linkTo } from './message-rows.ts'
import { outsideCode } from './outside-code.ts'

/** Users, channels and groups by their ids, the emoji here by their names there, and the messages to which the text links. */
export type Names = {
  userOf: (id: string) => User | undefined
  channelOf: (id: string) => { name: string } | undefined
  groupOf: (id: string) => string | undefined
  emojiOf: (name: string) => string | undefined
  linked: (key: string) => unknown
}

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const decoded = (text: string) => text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? '')

const REFERENCE = /<([^<>\n]+)>/g
/** The name of an emoji, with or without a skin tone. */
const EMOJI = /:([a-z0-9_+'-]+):(?::skin-tone-\d(?:-\d)?:)?/g

/** Returns a text of Slack as Markdown. */
export const slackText = (text: Text, names: Names) =>
  outsideCode(String(text ?? ''), (piece: string) => prose(piece, names), codeOf)

/** Of code, only the entities change. The marks of a block are alone on their lines in Markdown. */
function codeOf(piece: string) {
  const code = decoded(piece.replaceAll(REFERENCE, (_, reference) => reference.split('|').at(-1) ?? ''))
  if (!code.startsWith('```')) return code
  return `\n\`\`\`\n${code.slice(3, -3).replace(/^\n|\n$/g, '')}\n\`\`\`\n`
}

function prose(piece: string, names: Names) {
  const kept: string[] = []
  const plain = piece.replaceAll(/[\u{e000}-\u{e002}]/gu, '')
  const keep = (markdown: string) => `\u{e000}${kept.push(markdown) - 1}\u{e001}`
  const marked = plain
    .replaceAll(REFERENCE, (_, reference) => keep(referenceOf(reference, names)))
    .replaceAll(EMOJI, (whole, name) => keep(names.emojiOf(name) ?? whole))
    .replaceAll(/(^|[\s([{"'*_~])\*(?!\s)([^*\n]+?)(?<!\s)\*(?=$|[\s.,:;!?)\]}"'*_~])/gm, '$1\u{e002}$2\u{e002}')
    .replaceAll(/(^|[\s([{"'~\u{e002}])_(?!\s)([^_\n]+?)(?<!\s)_(?=$|[\s.,:;!?)\]}"'~\u{e002}])/gmu, '$1*$2*')
    .replaceAll(/(^|[\s([{"'*\u{e002}])~(?!\s)([^~\n]+?)(?<!\s)~(?=$|[\s.,:;!?)\]}"'*\u{e002}])/gmu, '$1~~$2~~')
    .replaceAll('\u{e002}', '**')
    .replaceAll(/^( *)[•◦▪]\s*/gm, '$1- ')
  return decoded(marked).replaceAll(/\u{e000}(\d+)\u{e001}/gu, (_, index) => kept[Number(index)] ?? '')
}

function referenceOf(reference: string, names: Names) {
  const [target, label] = splitLabel(reference)
  const mark = target[0]
  const id = target.slice(1)
  if (mark === '@') return mention(names.userOf(id), label ?? id)
  if (mark === '#') {
    const channel = names.channelOf(id)
    return channel ? `#**${channel.name}**` : `#${label ?? id}`
  }
  if (mark === '!') return commandOf(id, label, names)
  return linkOf(decoded(target), label && decoded(label), names)
}

function splitLabel(reference: string): [target: string, label: string | undefined] {
  const at = reference.indexOf('|')
  return at === -1 ? [reference, undefined] : [reference.slice(0, at), reference.slice(at + 1)]
}

/** Two users can have one name, so a mention has the id. */
export const mention = (user: User | undefined, label = ''): string =>
  user ? `@**${user.full_name}|${user.user_id}**` : `@${label}`

function commandOf(command: string, label: string | undefined, names: Names): string {
  if (['here', 'channel', 'everyone'].includes(command)) return '@**all**'
  const [kind, id = ''] = command.split('^')
  if (kind === 'subteam') {
    const group = names.groupOf(id)
    return group ? `@*${group}*` : (label ?? `@${id}`)
  }
  return label ?? command
}

const ARCHIVE = /^https?:\/\/[^/]+\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})/

function linkOf(address: string, label: string | undefined, names: Names) {
  const found = ARCHIVE.exec(address)
  const target = found ? linkedMessage(found, address, names) : address
  if (address.startsWith('mailto:')) return label ?? address.slice('mailto:'.length)
  if (label === undefined || label === address) return found ? `[${address}](${target})` : target
  return `[${label.replaceAll(/[[\]]/g, '\\$&')}](${target})`
}

function linkedMessage([, channel, seconds, micros]: RegExpExecArray, address: string, names: Names) {
  const key = `${channel}/${seconds}.${micros}`
  names.linked(key)
  return linkTo(key, address)
}
