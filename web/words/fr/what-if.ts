import type { whatIfWords as English } from '../en-what-if'

export const whatIfWords: typeof English = {
  title: 'Ce qui changerait',
  loseChannel: 'Ne voient plus le canal',
  gainChannel: 'Voient désormais le canal',
  loseMessages: 'Peuvent lire moins de messages',
  gainMessages: 'Peuvent lire plus de messages',
  messages: 'messages',
  people: 'personnes',
  losePeople: 'Voient moins de personnes',
  gainPeople: 'Voient plus de personnes',
  direct: 'Messages directs',
  notSaved: 'Non enregistré',
  moreChannels: (n: number) => `Autres canaux : ${n}`,
  uncounted: (n: number) => `Invités non comptés : ${n}`,
  expired: (place: string, before: number, after: number) =>
    `${place} : messages supprimés : ${after} (actuellement : ${before})`,
}
