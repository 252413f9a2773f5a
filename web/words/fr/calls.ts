// The words of calls, in French.

import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: 'Appeler',
  video: 'Appel vidéo',
  voice: 'Appel vocal',
  joinVideo: 'Rejoindre l’appel vidéo.',
  joinVoice: 'Rejoindre l’appel vocal.',
  connectZoom:
    'Connectez votre compte Zoom dans la page qui s’est ouverte. Le lien vers l’appel apparaîtra ensuite dans votre message.',
}
