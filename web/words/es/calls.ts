// The words of calls, in Spanish.

import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: 'Llamar',
  video: 'Videollamada',
  voice: 'Llamada de voz',
  joinVideo: 'Unirse a la videollamada.',
  joinVoice: 'Unirse a la llamada de voz.',
  connectZoom:
    'Conecte su cuenta de Zoom en la página que se abrió. El enlace a la llamada aparecerá después en su mensaje.',
}
