import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: 'Anruf',
  video: 'Videoanruf',
  voice: 'Sprachanruf',
  joinVideo: 'Am Videoanruf teilnehmen.',
  joinVoice: 'Am Sprachanruf teilnehmen.',
}
