// The words of calls, in Hindi.

import type { callWords as English } from '../en-calls'

export const callWords: typeof English = {
  calls: 'कॉल करें',
  video: 'वीडियो कॉल',
  voice: 'वॉइस कॉल',
  joinVideo: 'वीडियो कॉल में शामिल हों।',
  joinVoice: 'वॉइस कॉल में शामिल हों।',
  connectZoom: 'खुले हुए पेज में अपना Zoom खाता जोड़ें। फिर कॉल का लिंक आपके संदेश में दिखेगा।',
}
