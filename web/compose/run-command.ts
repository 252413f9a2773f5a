import type { Client } from '../client/client'
import type { Conversation } from '../store/conversations'
import { commandWords } from '../words/en-commands'
import type { Answer } from './command-answer'
import type { Command } from './commands'

/** Runs a command. Returns the answer for this user alone; undefined if a bot answered in the topic. */
export async function runCommand(
  { ask }: Client,
  { command_id, name, text }: Command,
  to: Conversation,
): Promise<Answer | undefined> {
  if (command_id !== undefined) {
    const place = to.view === 'topic' ? { stream_id: to.stream_id, topic: to.topic } : {}
    const { answer } = await ask('POST /parley/commands/:command_id/run', { command_id, text, ...place })
    return answer
  }
  const { msg } = await ask('POST /zcommand', { command: `/${name}` })
  // The server marks the inverse command as code.
  return { text: msg.replaceAll('`', '') || commandWords.pong }
}
