import { referenceTo } from '../references'
import { chatMarkdown, type ChatMarkdown } from './chat-markdown'
import { plainText } from './plain-text'
import { everyone } from './slack-markup'

const NAME = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}._-]{0,62}[\\p{L}\\p{N}_])?'
/** In an address such as `ada@example.com`, no mention begins. */
const AT = '(?<![\\p{L}\\p{N}._-])@'

/** Returns Markdown for the Markdown of Discord. */
export const discordMarkdown = (text: string): string =>
  chatMarkdown(text, {
    pieces: [
      '<(?:@[!&]?|#)\\d{1,20}>',
      '<a?:\\w{1,40}:\\d{1,20}>',
      '<t:-?\\d{1,12}(?::[a-zA-Z])?>',
      '<https?:[^<>\\s]+>',
      '@(?:everyone|here)(?![\\p{L}\\p{N}])',
    ],
    piece: discordPiece,
    text: (between) =>
      between.replaceAll(/^-# /gm, '').replace(/^>>> ([\s\S]*)$/m, (_, rest: string) => quotedLines(rest)),
  })

const quotedLines = (text: string): string => `> ${text.replaceAll('\n', '\n> ')}`

function discordPiece(piece: string): string {
  const [, kind = '', id = ''] = /^<(@[!&]?|#)(\d+)>$/.exec(piece) ?? []
  if (kind === '@&') return referenceTo('group', id, `@${id}`)
  if (kind.startsWith('@')) return referenceTo('user', id, `@${id}`)
  if (kind === '#') return referenceTo('channel', id, `#${id}`)
  if (piece.startsWith('<t:')) return `<time:${piece.split(':')[1]!.replace('>', '')}>`
  if (piece.startsWith('@')) return everyone(piece.slice(1))
  return piece.startsWith('<h') ? piece.slice(1, -1) : `:${piece.split(':')[1]}:`
}

const NAMED: ChatMarkdown = {
  pieces: [`${AT}${NAME}`],
  piece: (match) => {
    const name = match.slice(1)
    return ['all', 'channel', 'here'].includes(name) ? everyone(name) : referenceTo('user name', name, `@${name}`)
  },
}

/** Returns Markdown for the Markdown of Mattermost. */
export const mattermostMarkdown = (text: string): string =>
  chatMarkdown(text, {
    pieces: ['<https?:[^<>\\n]+>', '<![a-z]{4,8}>', ...NAMED.pieces, `(?<![\\p{L}\\p{N}~])~${NAME}(?!~)`],
    piece: (match) =>
      bracketedText(match) ??
      (match.startsWith('~') ? referenceTo('channel name', match.slice(1), match) : NAMED.piece(match)),
  })

/** Returns Markdown for the Markdown of Rocket.Chat. A single asterisk or tilde there is what two are here. */
export const rocketchatMarkdown = (text: string): string =>
  chatMarkdown(text, {
    pieces: ['<https?:[^<>\\n]+>', ...NAMED.pieces],
    piece: (match) => bracketedText(match) ?? NAMED.piece(match),
    text: (between) => between.replaceAll(SINGLE_ASTERISKS, '**$1**').replaceAll(SINGLE_TILDES, '~~$1~~'),
  })

const SINGLE_ASTERISKS = /(?<![\p{L}\p{N}*])\*(?![\s*])([^*\n]{1,2000})(?<!\s)\*(?![\p{L}\p{N}*])/gu
const SINGLE_TILDES = /(?<![\p{L}\p{N}~])~(?![\s~])([^~\n]{1,2000})(?<!\s)~(?![\p{L}\p{N}~])/gu

/** Both servers accept the links of Slack. */
function bracketedText(piece: string): string | undefined {
  if (!piece.startsWith('<')) return undefined
  if (piece.startsWith('<!')) return everyone(piece.slice(2, -1))
  const [url = '', label] = piece.slice(1, -1).split('|', 2)
  return label ? `[${plainText(label)}](${url})` : url
}

/** A user whom a card mentions: the text between `<at>` and `</at>`, and the address of the user. */
export type Mentioned = { name: string; email: string }

/** Returns Markdown for the text of a card. It may have elements of HTML for mentions and line breaks. */
export const cardMarkdown = (text: string, mentioned: readonly Mentioned[] = []): string =>
  chatMarkdown(text.replaceAll(/\r(?!\n)/g, '\n'), {
    text: (between) => between.replaceAll(/<br ?\/?>/gi, '\n'),
    pieces: ['<at>[^<>\\n]{1,200}<\\/at>', '<https?:[^<>\\s]+>'],
    piece: (match) => {
      if (!match.startsWith('<at>')) return match.slice(1, -1)
      const name = match.slice(4, -5)
      const email = mentioned.find((user) => user.name === name)?.email ?? ''
      const fallback = `@${plainText(name)}`
      return email.includes('@') ? referenceTo('email', email, fallback) : referenceTo('user name', name, fallback)
    },
  })
