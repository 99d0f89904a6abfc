import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const lengthOf = (size: number): Buffer => {
  if (size < 128) return Buffer.from([size]);
  return size < 256 ? Buffer.from([0x81, size]) : Buffer.from([0x82, size >> 8, size & 0xff]);
};
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
};
const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (date: Date): Buffer =>
  der(
    0x17,
    Buffer.from(
      `${date
        .toISOString()
        .replaceAll(/[-:T]|\.\d+/g, '')
        .slice(2, 14)}Z`,
    ),
  );

/** Creates a self-signed certificate for 127.0.0.1 for one test run (RFC 5280). */
export function createSelfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  // A unique name, because only the first of two authorities with one name is used.
  const called = Buffer.from(`Test ${randomBytes(8).toString('hex')}`);
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, called))));
  const dayMs = 86_400_000;
  const validity = sequence(utcTime(new Date(Date.now() - dayMs)), utcTime(new Date(Date.now() + dayMs)));
  const extensions = sequence(
    // basicConstraints: a certificate authority. subjectAltName: the IP address.
    sequence(
      oid('551d13'),
      der(0x01, Buffer.from([0xff])),
      der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
    ),
    sequence(oid('551d11'), der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))),
  );
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]));
  const certified = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    serial,
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
  const signature = sign('sha256', certified, privateKey);
  const certificate = sequence(certified, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}
