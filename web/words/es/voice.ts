// The text around voice messages, in Spanish.

import type { voiceWords as English } from '../en-voice'

const decimal = new Intl.NumberFormat('es')

export const voiceWords: typeof English = {
  named: (length: string) => `Mensaje de voz, ${length}`,
  link: (length: string) => `Mensaje de voz (${length})`,
  play: 'Reproducir',
  pause: 'Pausar',
  place: 'Posición en el mensaje de voz',
  placeOf: (at: string, length: string) => `${at} de ${length}`,
  speed: (rate: number) => `Velocidad: ${decimal.format(rate)}×`,
  times: (rate: number) => `${decimal.format(rate)}×`,
  openFile: 'Abrir el archivo',
  cannotPlay: 'Este navegador no puede reproducir el archivo. Ábralo para guardarlo.',
  text: 'Texto',
  transcribing: 'El modelo de lenguaje escucha…',
  noWords: 'El modelo de lenguaje no oyó palabras.',
  recorder: 'Grabar un mensaje de voz',
  asking: 'Permita que esta página use el micrófono.',
  recording: 'Grabando',
  stop: 'Detener la grabación',
  discard: 'Descartar',
  discarded: 'Mensaje de voz descartado.',
  longest: (minutes: number) => `Un mensaje de voz dura como máximo ${minutes} minutos. Está grabado hasta aquí.`,
  largest: (mebibytes: number) =>
    `Un archivo tiene como máximo ${mebibytes} MiB. El mensaje de voz está grabado hasta aquí.`,
  silent: 'No se grabó nada. Inténtelo de nuevo.',
  refused:
    'El navegador no deja que esta página use el micrófono. Permítalo en la configuración de la página e inténtelo de nuevo.',
  absent: 'No se encontró ningún micrófono. Conecte uno e inténtelo de nuevo.',
  busy: 'El micrófono no se puede usar. Quizá lo use otro programa.',
  impossible: 'Este navegador no puede grabar sonido.',
  noUploads: 'Esta organización no permite archivos, así que tampoco mensajes de voz.',
  sending: (share: string) => `Enviando, ${share}`,
  kept: (place: string) => `El mensaje de voz para ${place} aún no se ha enviado.`,
}
