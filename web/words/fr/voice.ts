// The text around voice messages, in French.

import type { voiceWords as English } from '../en-voice'

const decimal = new Intl.NumberFormat('fr')

export const voiceWords: typeof English = {
  named: (length: string) => `Message vocal, ${length}`,
  link: (length: string) => `Message vocal (${length})`,
  play: 'Lire',
  pause: 'Pause',
  place: 'Position dans le message vocal',
  placeOf: (at: string, length: string) => `${at} sur ${length}`,
  speed: (rate: number) => `Vitesse : ${decimal.format(rate)}×`,
  times: (rate: number) => `${decimal.format(rate)}×`,
  openFile: 'Ouvrir le fichier',
  cannotPlay: 'Ce navigateur ne peut pas lire le fichier. Ouvrez-le pour l’enregistrer.',
  text: 'Texte',
  transcribing: 'Le modèle de langage écoute…',
  noWords: 'Le modèle de langage n’a entendu aucun mot.',
  recorder: 'Enregistrer un message vocal',
  asking: 'Autorisez cette page à utiliser le micro.',
  recording: 'Enregistrement en cours',
  stop: 'Arrêter l’enregistrement',
  discard: 'Supprimer',
  discarded: 'Message vocal supprimé.',
  longest: (minutes: number) => `Un message vocal dure au plus ${minutes} minutes. Il est enregistré jusqu’ici.`,
  largest: (mebibytes: number) =>
    `Un fichier fait au plus ${mebibytes} Mio. Le message vocal est enregistré jusqu’ici.`,
  silent: 'Rien n’a été enregistré. Réessayez.',
  refused:
    'Le navigateur ne laisse pas cette page utiliser le micro. Autorisez-le dans les réglages de la page, puis réessayez.',
  absent: 'Aucun micro n’a été trouvé. Branchez-en un, puis réessayez.',
  busy: 'Le micro ne peut pas être utilisé. Un autre programme l’utilise peut-être.',
  impossible: 'Ce navigateur ne peut pas enregistrer de son.',
  noUploads: 'Cette organisation n’autorise pas les fichiers, donc pas non plus les messages vocaux.',
  sending: (share: string) => `Envoi, ${share}`,
  kept: (place: string) => `Le message vocal pour ${place} n’est pas encore envoyé.`,
}
