import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: 'Anruf',
  video: 'Videoanruf',
  voice: 'Sprachanruf',
  joinVideo: 'Am Videoanruf teilnehmen.',
  joinVoice: 'Am Sprachanruf teilnehmen.',
  connectZoom:
    'Verbinden Sie Ihr Zoom-Konto auf der Seite, die sich geöffnet hat. Der Link zum Anruf erscheint dann in Ihrer Nachricht.',
}
