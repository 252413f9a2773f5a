import { linkTo } from './message-rows.ts'
import { outsideCode } from './outside-code.ts'

const ENTITIES = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
const decoded = (text) => text.replaceAll(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity])

const REFERENCE = /<([^<>\n]+)>/g
/** The name of an emoji, with or without a skin tone. */
const EMOJI = /:([a-z0-9_+'-]+):(?::skin-tone-\d(?:-\d)?:)?/g

/**
 * Returns a text of Slack as Markdown. `names` looks up users (`userOf`), channels (`channelOf`) and groups (`groupOf`) by their
 * ids, `emojiOf` returns the name of an emoji here, and `linked` receives the keys of the messages to which the text links.
 */
export const slackText = (text, names) => outsideCode(String(text ?? ''), (piece) => prose(piece, names), codeOf)

/** Of code, only the entities change. The marks of a block are alone on their lines in Markdown. */
function codeOf(piece) {
  const code = decoded(piece.replaceAll(REFERENCE, (_, reference) => reference.split('|').at(-1)))
  if (!code.startsWith('```')) return code
  return `\n\`\`\`\n${code.slice(3, -3).replace(/^\n|\n$/g, '')}\n\`\`\`\n`
}

function prose(piece, names) {
  const kept = []
  const plain = piece.replaceAll(/[\u{e000}-\u{e002}]/gu, '')
  const keep = (markdown) => `\u{e000}${kept.push(markdown) - 1}\u{e001}`
  const marked = plain
    .replaceAll(REFERENCE, (_, reference) => keep(referenceOf(reference, names)))
    .replaceAll(EMOJI, (whole, name) => keep(names.emojiOf(name) ?? whole))
    .replaceAll(/(^|[\s([{"'*_~])\*(?!\s)([^*\n]+?)(?<!\s)\*(?=$|[\s.,:;!?)\]}"'*_~])/gm, '$1\u{e002}$2\u{e002}')
    .replaceAll(/(^|[\s([{"'~\u{e002}])_(?!\s)([^_\n]+?)(?<!\s)_(?=$|[\s.,:;!?)\]}"'~\u{e002}])/gmu, '$1*$2*')
    .replaceAll(/(^|[\s([{"'*\u{e002}])~(?!\s)([^~\n]+?)(?<!\s)~(?=$|[\s.,:;!?)\]}"'*\u{e002}])/gmu, '$1~~$2~~')
    .replaceAll('\u{e002}', '**')
    .replaceAll(/^( *)[•◦▪]\s*/gm, '$1- ')
  return decoded(marked).replaceAll(/\u{e000}(\d+)\u{e001}/gu, (_, index) => kept[index])
}

function referenceOf(reference, names) {
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

function splitLabel(reference) {
  const at = reference.indexOf('|')
  return at === -1 ? [reference, undefined] : [reference.slice(0, at), reference.slice(at + 1)]
}

/** Two users can have one name, so a mention has the id. */
export const mention = (user, label) => (user ? `@**${user.full_name}|${user.user_id}**` : `@${label}`)

function commandOf(command, label, names) {
  if (['here', 'channel', 'everyone'].includes(command)) return '@**all**'
  const [kind, id] = command.split('^')
  if (kind === 'subteam') {
    const group = names.groupOf(id)
    return group ? `@*${group}*` : (label ?? `@${id}`)
  }
  return label ?? command
}

const ARCHIVE = /^https?:\/\/[^/]+\.slack\.com\/archives\/([A-Z0-9]+)\/p(\d{10})(\d{6})/

function linkOf(address, label, names) {
  const found = ARCHIVE.exec(address)
  const target = found ? linkedMessage(found, address, names) : address
  if (address.startsWith('mailto:')) return label ?? address.slice('mailto:'.length)
  if (label === undefined || label === address) return found ? `[${address}](${target})` : target
  return `[${label.replaceAll(/[[\]]/g, '\\$&')}](${target})`
}

/** @param {string[]} found */
function linkedMessage([, channel, seconds, micros], address, names) {
  const key = `${channel}/${seconds}.${micros}`
  names.linked(key)
  return linkTo(key, address)
}
