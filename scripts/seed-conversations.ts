import type { Name } from './releases/people.ts'

type SeedPlace = { channel?: string | undefined; topic?: string; to?: Name[] }

export type SeedMessage = SeedPlace & {
  who: Name
  starred_by: Name[]
  reactions: { emoji_name: string; by: Name[] }[]
  content: string
}

export const NAMES: Name[] = ['ada', 'ben', 'cleo', 'dov', 'ezra', 'fig']

/**
 * Reads the conversations of the development realm:
 *
 *   == general > lunch       the channel and topic of the next messages
 *   == ada, dov              … or the users of a direct conversation
 *   -- dov                   a message by dov follows
 *   -- dov * ada ben         … and ada and ben star it
 *   ++ tada cleo ezra        cleo and ezra react to it with :tada:
 *
 * All other lines are the content, in Markdown.
 */
export function readConversations(text: string): SeedMessage[] {
  const messages: SeedMessage[] = []
  let place: SeedPlace = {}
  for (const line of text.split('\n')) {
    const conversation = /^== (.+)$/.exec(line)?.[1]
    const speaker = /^-- (\w+)(?: \* (.+))?$/.exec(line)
    const reaction = /^\+\+ (\S+) (.+)$/.exec(line)
    if (conversation) place = placeNamed(conversation)
    else if (speaker) messages.push({ ...place, ...speakerIn(speaker), reactions: [], content: '' })
    else if (reaction) messages.at(-1)?.reactions.push({ emoji_name: reaction[1] ?? '', by: namesIn(reaction[2]) })
    else addLine(messages.at(-1), line)
  }
  return messages.map((message) => ({ ...message, content: message.content.trim() }))
}

function addLine(message: SeedMessage | undefined, line: string) {
  if (message !== undefined) message.content += `${line}\n`
}

function speakerIn([, speaker = '', names]: RegExpExecArray) {
  return { who: nameIn(speaker), starred_by: namesIn(names) }
}

const namesIn = (names: string | undefined) => names?.split(' ').map(nameIn) ?? []

function nameIn(text: string): Name {
  const name = NAMES.find((each) => each === text)
  if (name === undefined) throw new Error(`No user has the name ${text}`)
  return name
}

function placeNamed(conversation: string): SeedPlace {
  const [channel, topic] = conversation.split(' > ')
  return topic === undefined ? { to: conversation.split(', ').map(nameIn) } : { channel, topic }
}
