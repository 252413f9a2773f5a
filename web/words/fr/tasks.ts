import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  region: 'Premiers pas',
  title: (realm) => `Préparer ${realm}`,
  text: 'Quatre étapes. Chacune est faite quand elle est vraie. Vous pouvez partir et revenir.',
  tasks: {
    profile: {
      name: 'Nom et image',
      text: 'Pour que l’on reconnaisse l’organisation.',
      open: 'Modifier',
    },
    channels: {
      name: 'Canaux pour commencer',
      text: 'Toute personne qui arrive y est. Sans canal, les nouveaux membres ne voient rien.',
      open: 'Choisir',
    },
    people: {
      name: 'Personnes',
      text: 'Par e-mail, ou avec un lien pour plusieurs. Elles arrivent dans votre premier canal.',
      open: 'Inviter',
    },
    notifications: {
      name: 'Ce qui peut vous interrompre',
      text: 'Le navigateur demande une fois ; jusque-là, il reste silencieux.',
      open: 'Décider',
    },
  },
  previews: {
    name: 'Afficher les pages liées',
    text: 'Le titre, le texte et l’image d’une page sous le message. Ce serveur les demande à la page.',
  },
  done: 'Fait',
  openOf: (open, name) => `${open} : ${name}`,
  channels: ['général', 'aide', 'pause'],
  create: (count) => (count === 1 ? 'Créer 1 canal' : `Créer ${count} canaux`),
  another: 'Un autre canal',
  afterChannels: 'Après les canaux',
  import: 'Tout apporter depuis Slack, Zulip ou un autre serveur',
  hide: 'Masquer',
  step: (at, all, name) => `Étape ${at} sur ${all} : ${name}`,
  next: (name) => `Suivant : ${name}`,
  welcome: (name) => `Bienvenue, ${name}`,
  choose: (count, realm) =>
    count === 1
      ? `Vous êtes dans 1 canal de ${realm}. Choisissez-en d’autres ; vous pouvez en quitter à tout moment.`
      : `Vous êtes dans ${count} canaux de ${realm}. Choisissez-en d’autres ; vous pouvez en quitter à tout moment.`,
  open: (realm) => `Ouvrir ${realm}`,
  all: (count) => `Voir les ${count} canaux`,
}
