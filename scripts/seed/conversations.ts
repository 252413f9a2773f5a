type SeedPlace<Who> = { channel?: string | undefined; topic?: string; to?: Who[] }

export type SeedMessage<Who> = SeedPlace<Who> & {
  who: Who
  starred_by: Who[]
  reactions: { emoji_name: string; by: Who[] }[]
  content: string
}

/**
 * Reads conversations of the development realm, in which only these people write:
 *
 *   == general > lunch       the channel and topic of the next messages
 *   == ada, dov              … or the users of a direct conversation
 *   -- dov                   a message by dov follows
 *   -- dov * ada ben         … and ada and ben star it
 *   ++ tada cleo ezra        cleo and ezra react to it with :tada:
 *
 * All other lines are the content, in Markdown.
 */
export function readConversations<Who extends string>(text: string, people: readonly Who[]): SeedMessage<Who>[] {
  const messages: SeedMessage<Who>[] = []
  const personIn = (word: string) => nameIn(word, people)
  const peopleIn = (words = '', separator = ' ') => words.split(separator).filter(Boolean).map(personIn)
  let place: SeedPlace<Who> = {}
  for (const line of text.split('\n')) {
    const conversation = /^== (.+)$/.exec(line)?.[1]
    const [, speaker, starring] = /^-- (\w+)(?: \* (.+))?$/.exec(line) ?? []
    const [, emoji_name, reacting] = /^\+\+ (\S+) (.+)$/.exec(line) ?? []
    if (conversation) {
      const [channel, topic] = conversation.split(' > ')
      place = topic === undefined ? { to: peopleIn(conversation, ', ') } : { channel, topic }
    } else if (speaker) {
      const message = { who: personIn(speaker), starred_by: peopleIn(starring), reactions: [], content: '' }
      messages.push({ ...place, ...message })
    } else if (emoji_name) messages.at(-1)?.reactions.push({ emoji_name, by: peopleIn(reacting) })
    else addLine(messages.at(-1), line)
  }
  return messages.map((message) => ({ ...message, content: message.content.trim() }))
}

function addLine(message: { content: string } | undefined, line: string) {
  if (message !== undefined) message.content += `${line}\n`
}

function nameIn<Who extends string>(word: string, people: readonly Who[]): Who {
  const name = people.find((each) => each === word)
  if (name === undefined) throw new Error(`No user has the name ${word}`)
  return name
}
