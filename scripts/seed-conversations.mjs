/**
 * Reads the conversations of the development realm:
 *
 *   == general > lunch       what follows is said in this channel and topic
 *   == ada, dov              … or directly among these people
 *   -- dov                   what follows is said by dov
 *   -- dov * ada ben         … and starred by ada and ben
 *
 * Everything else is Markdown, as it is sent.
 */
export function readConversations(text) {
  const messages = []
  let place = {}
  for (const line of text.split('\n')) {
    const conversation = /^== (.+)$/.exec(line)?.[1]
    const speaker = /^-- (\w+)(?: \* (.+))?$/.exec(line)
    if (conversation) place = placeNamed(conversation)
    else if (speaker)
      messages.push({ ...place, who: speaker[1], starred_by: speaker[2]?.split(' ') ?? [], content: '' })
    else if (messages.length > 0) messages.at(-1).content += `${line}\n`
  }
  return messages.map((message) => ({ ...message, content: message.content.trim() }))
}

function placeNamed(conversation) {
  const [channel, topic] = conversation.split(' > ')
  return topic === undefined ? { to: conversation.split(', ') } : { channel, topic }
}
