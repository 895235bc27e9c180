// Writes a picture of a page with a palette of 256 colours instead of three bytes for each pixel: pages have few colours,
// and the pictures of the guide take a third of the space.
import zlib, { deflateSync, inflateSync } from 'node:zlib';

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** The checksum of PNG; older versions of Node.js do not have it. */
function crc32(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes);
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ name: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Undoes the filters of the rows (PNG specification, section 9). */
function unfiltered(bytes, width, height, channels) {
  const stride = width * channels;
  const pixels = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = bytes[y * (stride + 1)];
    for (let x = 0; x < stride; ++x) {
      const left = x >= channels ? pixels[y * stride + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * stride + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * stride + x - channels] : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      pixels[y * stride + x] = (bytes[y * (stride + 1) + 1 + x] + predicted) & 255;
    }
  }
  return pixels;
}

/** The nearest colour of a palette, by the sum of squared differences; the first where several are as near. */
function nearest(palette, key) {
  const distance = (other) => [16, 8, 0].reduce((sum, shift) => sum + (((key >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
  return palette.reduce((best, other, at) => (distance(other) < distance(palette[best]) ? at : best), 0);
}

/** The 256 most frequent colours, and for each pixel the nearest of them. */
function withPalette(pixels, count, channels) {
  const keys = new Uint32Array(count);
  const times = new Map();
  for (let at = 0; at < count; ++at) {
    const place = at * channels;
    keys[at] = (pixels[place] << 16) | (pixels[place + 1] << 8) | pixels[place + 2];
    times.set(keys[at], (times.get(keys[at]) ?? 0) + 1);
  }
  const palette = [...times.keys()].sort((one, other) => times.get(other) - times.get(one) || one - other).slice(0, 256);
  const places = new Map(palette.map((key, at) => [key, at]));
  const indices = Buffer.alloc(count);
  for (let at = 0; at < count; ++at) {
    if (!places.has(keys[at])) places.set(keys[at], nearest(palette, keys[at]));
    indices[at] = places.get(keys[at]);
  }
  return { palette, indices };
}

/** @param {Buffer} png eight bits a channel, as browsers write it */
export function smallPng(png) {
  const chunks = chunksOf(png);
  const header = chunks.find((each) => each.name === 'IHDR').data;
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const bytes = inflateSync(Buffer.concat(chunks.filter((each) => each.name === 'IDAT').map((each) => each.data)));
  const { palette, indices } = withPalette(unfiltered(bytes, width, height, channels), width * height, channels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; ++y) indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const newHeader = Buffer.from(header);
  newHeader[9] = 3;
  return Buffer.concat([signature, chunk('IHDR', newHeader), chunk('PLTE', Buffer.from(palette.flatMap((key) => [key >> 16, (key >> 8) & 255, key & 255]))),
    chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}
