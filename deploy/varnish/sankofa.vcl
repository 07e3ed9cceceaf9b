# Varnish in front of the site. Set in .env CDN=surrogate-keys, CDN_PURGE_URL=http://127.0.0.1:6081/purge-hook and the
# token below.
vcl 4.1;

import std;

backend site {
    .host = "127.0.0.1";
    .port = "3000";
}

# Only these addresses may purge, and only with the token.
acl site_itself {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    if (req.url == "/purge-hook") {
        if (!(client.ip ~ site_itself) || req.method != "POST" || req.http.Fastly-Key != "CDN_PURGE_TOKEN") {
            return (synth(403));
        }
        set req.http.X-Keys = "(^|[[:space:]])(" + regsuball(req.http.Surrogate-Key, " ", "|") + ")([[:space:]]|$)";
        ban("obj.http.Surrogate-Key ~ " + req.http.X-Keys);
        return (synth(200));
    }
    # Sockets pass through.
    if (req.http.Upgrade ~ "(?i)websocket") {
        return (pipe);
    }
    # These files are the same for everybody, so the data saver's cookie must not prevent caching.
    if (req.url ~ "^/(photos|assets)/") {
        unset req.http.Cookie;
    }
    # Personal replies, pages with the data saver's pictures, and reads just after a change are not cached.
    if (req.http.Authorization || req.http.Cookie || req.http.Save-Data || req.http.Cache-Control ~ "no-cache") {
        return (pass);
    }
}

sub vcl_pipe {
    if (req.http.Upgrade) {
        set bereq.http.Upgrade = req.http.Upgrade;
        set bereq.http.Connection = req.http.Connection;
    }
}

sub vcl_backend_response {
    # Only replies with a key are cached. Otherwise Varnish would also cache some of the others.
    if (!beresp.http.Surrogate-Key) {
        set beresp.uncacheable = true;
        return (deliver);
    }
    if (beresp.http.Surrogate-Control ~ "max-age=\d+") {
        set beresp.ttl = std.duration(regsub(beresp.http.Surrogate-Control, ".*max-age=(\d+).*", "\1s"), 0s);
        set beresp.grace = 30s;
    }
}

sub vcl_deliver {
    set resp.http.X-Cache = "MISS";
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    }
    unset resp.http.Surrogate-Key;
    unset resp.http.Surrogate-Control;
}
