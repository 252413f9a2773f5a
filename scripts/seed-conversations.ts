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
export function readConversations(text) {
  const messages = []
  let place = {}
  for (const line of text.split('\n')) {
    const conversation = /^== (.+)$/.exec(line)?.[1]
    const speaker = /^-- (\w+)(?: \* (.+))?$/.exec(line)
    const reaction = /^\+\+ (\S+) (.+)$/.exec(line)
    if (conversation) place = placeNamed(conversation)
    else if (speaker)
      messages.push({ ...place, who: speaker[1], starred_by: speaker[2]?.split(' ') ?? [], reactions: [], content: '' })
    else if (reaction) messages.at(-1)?.reactions.push({ emoji_name: reaction[1], by: reaction[2]?.split(' ') ?? [] })
    else if (messages.length > 0) messages.at(-1).content += `${line}\n`
  }
  return messages.map((message) => ({ ...message, content: message.content.trim() }))
}

function placeNamed(conversation) {
  const [channel, topic] = conversation.split(' > ')
  return topic === undefined ? { to: conversation.split(', ') } : { channel, topic }
}
