const MAX_DEPTH = 20

/** Returns the blocks of a message as text with the marks of Slack: newer programs send only blocks. */
export const textOfBlocks = (blocks) => joined(listIn(blocks).map(blockText))

const listIn = (value) =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'object' && each !== null) : []

/** Blocks and their parts are on lines of their own. */
const joined = (parts) => parts.filter((part) => part.trim() !== '').join('\n')

/** The texts of rich text have no entities, unlike all others. */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text) => String(text ?? '').replaceAll(/[&<>]/g, (mark) => ENTITIES[mark])

function blockText(block) {
  const { type, text, title, fields, elements } = block
  if (type === 'rich_text') return joined(listIn(elements).map((element) => richText(element)))
  if (type === 'header') return `*${escaped(text?.text)}*`
  if (type === 'image') return escaped(title?.text ?? block.alt_text)
  if (type === 'divider') return ''
  if (type === 'actions') return ''
  return joined([textObject(text), ...listIn(fields).map(textObject), listIn(elements).map(textObject).join(' ')])
}

const textObject = (object) => {
  if (typeof object?.text !== 'string') return ''
  return object.type === 'mrkdwn' ? object.text : escaped(object.text)
}

function richText(element, depth = 0) {
  const { type, elements } = element
  if (depth > MAX_DEPTH) return ''
  if (type === 'rich_text_preformatted') return `\`\`\`${inline(elements)}\`\`\``
  if (type === 'rich_text_quote') return inline(elements).replaceAll(/^/gm, '&gt; ')
  if (type === 'rich_text_list') return listText(element, depth)
  return inline(elements)
}

function listText({ style, indent, offset, elements }, depth) {
  const before = ' '.repeat(4 * Math.min(Math.max(Number(indent) || 0, 0), MAX_DEPTH))
  const first = 1 + (Number(offset) || 0)
  return listIn(elements)
    .map((item, index) => {
      const mark = style === 'ordered' ? `${first + index}. ` : '• '
      return `${before}${mark}${richText(item, depth + 1).replaceAll('\n', `\n${before}  `)}`
    })
    .join('\n')
}

const inline = (elements) => listIn(elements).map(inlineText).join('')

const INLINE = {
  user: ({ user_id }) => `<@${user_id}>`,
  channel: ({ channel_id }) => `<#${channel_id}>`,
  usergroup: ({ usergroup_id }) => `<!subteam^${usergroup_id}>`,
  broadcast: ({ range }) => `<!${range}>`,
  link: ({ url, text }) => `<${escaped(url).replaceAll('|', '%7C')}${text ? `|${escaped(text)}` : ''}>`,
  emoji: ({ name }) => `:${name}:`,
  date: ({ fallback, timestamp }) => escaped(fallback ?? dayOf(timestamp)),
  color: ({ value }) => escaped(value),
}

const dayOf = (timestamp) => (Number.isFinite(timestamp) ? new Date(timestamp * 1000).toISOString().slice(0, 10) : '')

function inlineText(element) {
  const written = Object.hasOwn(INLINE, element.type) ? INLINE[element.type](element) : escaped(element.text)
  return styled(written, element.style ?? {})
}

/** Marks touch the text, and what is inside of code has no other marks. */
function styled(text, { bold, italic, strike, code }) {
  const inner = text.trim()
  const before = text.slice(0, text.length - text.trimStart().length)
  const after = text.slice(text.trimEnd().length)
  if (inner === '' || inner.includes('\n')) return text
  if (code) return `${before}\`${inner}\`${after}`
  const marks = `${bold ? '*' : ''}${italic ? '_' : ''}${strike ? '~' : ''}`
  return `${before}${marks}${inner}${[...marks].toReversed().join('')}${after}`
}
