// The first tasks of an owner, in French.

import type { taskWords as English } from '../en-tasks'

export const taskWords: typeof English = {
  title: 'Premiers pas',
  text: 'Cinq étapes préparent votre organisation. Chacune s’ouvre dans les paramètres, et cette liste reste jusqu’à ce que vous ayez terminé.',
  tasks: {
    profile: { name: 'Nom et image', text: 'Pour que l’on reconnaisse l’organisation.' },
    channels: { name: 'Canaux', text: 'Un par thème ou par équipe, et ceux où commencent les nouveaux membres.' },
    invitations: { name: 'Invitations', text: 'Par e-mail, ou avec un lien pour plusieurs personnes.' },
    integrations: { name: 'Intégrations', text: 'Les bots et services qui écrivent ici, comme GitHub.' },
    notifications: { name: 'Notifications', text: 'Décidez de ce qui vous interrompt.' },
  },
  done: 'Marquer comme terminé',
  isDone: '✓ Terminé',
  markDone: (name) => `Marquer comme terminé : ${name}`,
  hide: 'Masquer',
  step: (at, all, name) => `Étape ${at} sur ${all} : ${name}`,
  next: 'Terminé, étape suivante',
  finish: 'Terminé',
  newChannel: 'Nouveau canal',
}
