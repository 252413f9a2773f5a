import { createSignal } from 'solid-js'
import type { Client } from '../client/client'
import type { Conversation } from '../store/conversations'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import type { Answer } from './command-answer'
import type { Command } from './commands'

type Handlers = { succeeded: (to: Conversation, content: string) => void; failed: (reason: string) => void }

/** Runs commands, one at a time, and keeps the answer that only this user sees. */
export function createCommandRuns(client: Client, { succeeded, failed }: Handlers) {
  const [running, setRunning] = createSignal<string>()
  const [answer, setAnswer] = createSignal<Answer>()

  async function run(command: Command, { to, content }: { to: Conversation; content: string }) {
    if (running() !== undefined) return
    setRunning(command.name)
    setAnswer(undefined)
    try {
      const { runCommand } = await import('./run-command')
      setAnswer(await runCommand(client, command, to))
      succeeded(to, content)
    } catch (error) {
      failed(error instanceof Refusal ? error.message : words.unreachable)
    }
    setRunning(undefined)
  }

  return { run, running, answer, forget: () => setAnswer(undefined) }
}
