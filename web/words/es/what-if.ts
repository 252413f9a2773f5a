import type { whatIfWords as English } from '../en-what-if'

export const whatIfWords: typeof English = {
  title: 'Qué cambiaría',
  loseChannel: 'Dejan de ver el canal',
  gainChannel: 'Empiezan a ver el canal',
  loseMessages: 'Pueden leer menos mensajes',
  gainMessages: 'Pueden leer más mensajes',
  messages: 'mensajes',
  people: 'personas',
  losePeople: 'Ven a menos personas',
  gainPeople: 'Ven a más personas',
  direct: 'Mensajes directos',
  notSaved: 'No se guardó',
  moreChannels: (n: number) => `Otros canales: ${n}`,
  uncounted: (n: number) => `Invitados sin contar: ${n}`,
  expired: (place: string, before: number, after: number) =>
    `${place}: mensajes que se eliminan: ${after} (ahora: ${before})`,
}
