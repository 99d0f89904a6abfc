import { h, type VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawSwitch } from '../parts/field.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { act } from '../state/act.ts';
import { changeConfig } from '../state/config.ts';
import { readPush, subscribe, unsubscribe, type PushState } from '../state/push.ts';
import { getMe } from '../state/session.ts';
import { useTexts } from '../texts/language.ts';
import { config, useFresh } from '../profile/own-state.ts';
import { meTexts } from './texts.ts';
import { drawLoading } from '../profile/waiting.ts';

export function Notifications(): VNode {
  const texts = useTexts(meTexts);
  const fresh = useFresh(config);
  const { value } = fresh;
  const [push, setPush] = useState<PushState>();
  useEffect(() => {
    readPush().then(setPush, () => setPush('impossible'));
  }, []);
  const turn = (isOn: boolean): void => {
    const before = push;
    setPush(isOn ? 'on' : 'off');
    const { userId } = getMe();
    void act(
      async () => setPush(await (isOn ? subscribe(userId) : unsubscribe(userId))),
      () => setPush(before),
    );
  };
  return html`${h(Heading, { text: texts.notifications, backTo: '/app/me' })}
    <div class="card stack">
      ${
        push === 'impossible'
          ? html`<p>${texts.pushImpossible}</p>`
          : drawSwitch({
              name: 'push',
              label: texts.push,
              hint: push === 'refused' ? texts.pushRefused : texts.pushHint,
              isOn: push === 'on',
              onChange: turn,
            })
      }
    </div>
    ${
      value
        ? html`<div class="card stack">
            ${drawSwitch({
              name: 'notificationAlert',
              label: texts.alerts,
              hint: texts.alertsHint,
              isOn: value.notificationAlert,
              onChange: (notificationAlert) => void changeConfig({ notificationAlert }),
            })}
            ${drawSwitch({
              name: 'newMessage',
              label: texts.newMessage,
              isOn: value.newMessage,
              onChange: (newMessage) => void changeConfig({ newMessage }),
            })}
            ${drawSwitch({
              name: 'newCombination',
              label: texts.newCombination,
              isOn: value.newCombination,
              onChange: (newCombination) => void changeConfig({ newCombination }),
            })}
            ${drawSwitch({
              name: 'eventMail',
              label: texts.eventMail,
              isOn: value.eventMail,
              onChange: (eventMail) => void changeConfig({ eventMail }),
            })}
          </div>`
        : drawLoading(fresh)
    }`;
}
