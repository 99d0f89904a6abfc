import { openApns } from './open-apns.ts';
import { openFcm, type PhoneService } from './open-fcm.ts';
import { readPushSettings, type PushSettings } from './read-push-settings.ts';
import { ServiceRests } from './service-rests.ts';

/** Whoever waits longer holds up the notifications of others. */
const timeoutMs = 10_000;

/** What a process keeps for notifying: connections, tokens, and what it knows of services that do not answer. */
export interface PhoneServices {
  readonly fcm: PhoneService | undefined;
  readonly apns: PhoneService | undefined;
  readonly rests: ServiceRests;
  close(): void;
}

export function openPhoneServices(settings: PushSettings): PhoneServices {
  const { fcm, apns } = readPushSettings(settings);
  // The world's time: what is signed for others is dated in theirs, however far the sandbox's clock was moved.
  const common = { timeoutMs, worldNowMs: () => Date.now() };
  const services = {
    fcm: fcm && openFcm({ ...fcm, ...common }),
    apns: apns && openApns({ ...apns, ...common }),
  };
  return {
    ...services,
    rests: new ServiceRests(),
    close() {
      services.fcm?.close();
      services.apns?.close();
    },
  };
}
