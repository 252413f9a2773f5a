import type { whatIfWords as English } from '../en-what-if'

export const whatIfWords: typeof English = {
  title: 'Was sich ändern würde',
  loseChannel: 'Sehen den Kanal nicht mehr',
  gainChannel: 'Sehen den Kanal neu',
  loseMessages: 'Können weniger Nachrichten lesen',
  gainMessages: 'Können mehr Nachrichten lesen',
  messages: 'Nachrichten',
  people: 'Personen',
  losePeople: 'Sehen weniger Personen',
  gainPeople: 'Sehen mehr Personen',
  direct: 'Direktnachrichten',
  notSaved: 'Nicht gespeichert',
  moreChannels: (n: number) => `Weitere Kanäle: ${n}`,
  uncounted: (n: number) => `Nicht gezählte Gäste: ${n}`,
  expired: (place: string, before: number, after: number) =>
    `${place}: Nachrichten, die gelöscht werden: ${after} (jetzt: ${before})`,
}
