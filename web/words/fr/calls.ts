// The words of calls, in French.

import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: 'Appeler',
  video: 'Appel vidéo',
  voice: 'Appel vocal',
  joinVideo: 'Rejoindre l’appel vidéo.',
  joinVoice: 'Rejoindre l’appel vocal.',
}
