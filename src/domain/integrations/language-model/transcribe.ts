import { step, type Edge } from '../../../edge'
import { runOnPlatform } from '../../../outside/platform-models'
import { purposes } from '../../../outside/purposes'
import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { askingSteps, orNoteFailure, sendToModel, UNREADABLE, type Failure } from './ask-model'
import { platformHasNoModel } from './errors'
import { beginAsking, requireSpeechModel, type Model } from './model'
import { platformSound, readTranscript, readTranscriptBody, transcriptionRequest, type Sound } from './transcript-rules'

/** Which model the platform runs if the owners name none. */
const PLATFORM_MODEL = '@cf/openai/whisper-large-v3-turbo'

const begin = step((realm: Realm, user: User) => beginAsking(realm, user, requireSpeechModel))

/** The steps of an endpoint that asks for the words in a file. */
export const transcriptSteps = { ...askingSteps, begin }

/** Returns the words in a file. Throws if the user may not ask, or if the model fails, which the realm notes. */
export async function transcribe(edge: Edge, sound: Sound): Promise<string> {
  const { model } = await edge.ask(begin, {})
  const { text } = await orNoteFailure(edge, await transcriptOf(edge, model, sound))
  return text
}

async function transcriptOf(edge: Edge, model: Model, sound: Sound): Promise<{ text: string } | Failure> {
  const text =
    model.kind === 'platform' ? await transcriptByPlatform(edge, model, sound) : await transcriptAt(edge, model, sound)
  if (typeof text === 'object') return text
  return text === undefined ? UNREADABLE : { text }
}

async function transcriptAt(
  edge: Edge,
  model: Model & { kind: 'address' },
  sound: Sound,
): Promise<string | undefined | Failure> {
  const found = await sendToModel(edge, model, await transcriptionRequest(model.name, sound))
  return 'why' in found ? found : readTranscriptBody(found.body)
}

async function transcriptByPlatform({ services }: Edge, { name }: Model, sound: Sound): Promise<string | undefined> {
  if (services.models === undefined) throw platformHasNoModel({})
  const request = { name: name || PLATFORM_MODEL, input: platformSound(sound) }
  return readTranscript(await runOnPlatform(services.models, purposes.language_model, request))
}
