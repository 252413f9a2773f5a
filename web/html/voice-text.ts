import type { Client } from '../client/client'
import { Refusal } from '../wire/requests'
import { words as common } from '../words/en'
import { assistWords } from '../words/en-assist'
import { voiceWords as words } from '../words/en-voice'

type Sound = { message_id: number; path: string }

/** Adds a button to the controls of a voice message. It shows the words below them, as a language model wrote them. */
export function addTextButton(client: Client, player: HTMLElement, sound: Sound): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'act'
  button.textContent = words.text
  button.setAttribute('aria-expanded', 'false')
  const below = document.createElement('div')
  below.className = 'voice-text'
  below.setAttribute('role', 'status')
  button.addEventListener('click', () => {
    const opens = !below.isConnected
    button.setAttribute('aria-expanded', String(opens))
    if (opens) {
      player.after(below)
      void fill(client, below, sound)
    } else below.remove()
  })
  player.append(button)
}

/** The server asks the model once, so opening the text again costs nothing. */
async function fill({ ask }: Client, below: HTMLElement, { message_id, path }: Sound) {
  below.textContent = words.transcribing
  try {
    const path_id = decodeURIComponent(path).replace('/user_uploads/', '')
    const { content } = await ask('POST /parley/messages/:message_id/transcript', { message_id, path_id })
    const text = document.createElement('p')
    text.dir = 'auto'
    text.textContent = content || words.noWords
    const note = document.createElement('p')
    note.className = 'quiet'
    note.textContent = assistWords.byModel
    below.replaceChildren(text, note)
  } catch (error) {
    below.textContent = error instanceof Refusal ? error.message : common.unreachable
  }
}
