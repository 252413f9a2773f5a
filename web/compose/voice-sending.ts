import type { Client } from '../client/client'
import { fragmentOf } from '../html/voice-link'
import type { Conversation } from '../store/conversations'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import type { Recording } from './recording'

/** Uploads a recording and sends the message, whose text is that of the link. Returns why that failed, if it did. */
export async function sendVoice(
  client: Client,
  recording: Recording,
  { to, content }: { to: Conversation; content: string },
  progress: (share: number) => void,
): Promise<string | undefined> {
  const { file } = recording
  try {
    const { uploadFile } = await import('../wire/upload')
    const { url } = await uploadFile(client, file, (sent) => progress(sent / file.size), client.signal)
    client.outbox.send(to, `[${content}](${url}${fragmentOf(recording)})`)
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.message : words.unreachable
  }
}
